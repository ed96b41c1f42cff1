/** What a clone set aside that was the home of its log. */
export type SetAside = Readonly<{
  /** Below .wukong/. */
  file: string;
  /** The last record that both have. */
  behind: string;
  /** Behind it. */
  records: number;
  goals: readonly string[];
  runs: readonly string[];
}>;
