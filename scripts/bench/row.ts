/** What a row is compared by. All are ratios to what was measured beside it in the same run. */
export const MEASURES = ['cpu', 'wall', 'memory', 'unrecorded'] as const;
export type Measure = (typeof MEASURES)[number];

/** One line of the result. */
export type Row = Readonly<{
  /** `nodes-1000/Stop`: where, and what. */
  name: string;
  /** What the ratios are to. */
  beside: string;
  ratios: Readonly<Partial<Record<Measure, number>>>;
  /** Half the distance between the quartiles of the rounds, of the first ratio. */
  spread?: number;
  /** What the design asks for, of the first ratio. */
  limit?: number;
  /** Absolute figures of this machine, by name and unit: shown, and never compared. */
  figures: Readonly<Record<string, number>>;
  /** Why there is nothing to see. */
  refused?: string;
}>;

/** The first ratio a row has: the one its spread and limit belong to. */
export function headline(row: Row): readonly [Measure, number] | undefined {
  for (const measure of MEASURES) {
    const value = row.ratios[measure];
    if (value !== undefined) return [measure, value];
  }
  return undefined;
}

/** What is set for the whole run. */
export type Run = Readonly<{
  rounds: number;
  wants: (name: string) => boolean;
  progress: (text: string) => void;
}>;
