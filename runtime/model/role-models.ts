import * as z from 'zod';

const model = z.string().min(1).max(100).optional();

/** By role: the model its agents are started with, as the client names it. */
export const roleModelsSchema = z.strictObject({
  ear: model,
  eye: model,
  nose: model,
  tongue: model,
  body: model,
  mind: model,
});
