import * as z from 'zod';

const usd = z.number().min(0).max(10_000);

const rates = {
  input: usd.describe('USD for a million tokens.'),
  output: usd,
  cache_write_5m: usd,
  cache_write_1h: usd,
  cache_read: usd,
};

const priceSchema = z
  .strictObject({
    ...rates,
    fast: z
      .number()
      .min(1)
      .optional()
      .describe('In fast mode everything costs so many times this.'),
    long_prompt: z
      .strictObject({ ...rates, above: z.number().int().positive() })
      .optional()
      .describe('A request with more tokens in its prompt costs these, all of it.'),
  })
  .describe('What a model costs. Every rate has to be there: a hole would count as nothing.');
export type Price = z.infer<typeof priceSchema>;

export const priceTableSchema = z.strictObject({
  date: z.iso
    .date()
    .describe('Since when these prices hold; recorded with all that is priced by them.'),
  models: z
    .record(z.string().min(1).max(80), priceSchema)
    .describe('By model, as transcripts name it.'),
});
export type PriceTable = z.infer<typeof priceTableSchema>;
