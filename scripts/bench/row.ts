/** What the number of a row is. `×` is a ratio to what was measured beside it in the same run. */
export type Unit = '×' | '%' | 'ms' | 's' | 'MB' | 'characters' | 'turns';

/** One line of the result. */
export type Row = Readonly<{
  /** `example/Stop`: where, and what. */
  name: string;
  value: number;
  unit: Unit;
  /** What a ratio is to, or what was counted. */
  of: string;
  /** Half the distance between the quartiles of the rounds. */
  spread?: number;
  /** What the design asks for. */
  limit?: number;
  /** Figures of this machine, by name and unit: shown, and never compared. */
  figures: Readonly<Record<string, number>>;
}>;

/** What is set for the whole run. */
export type Run = Readonly<{
  rounds: number;
  wants: (name: string) => boolean;
  progress: (text: string) => void;
}>;
