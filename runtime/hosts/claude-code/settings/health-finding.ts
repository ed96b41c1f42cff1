/** One thing `wukong doctor` found, with its place and the next thing to type. */
export type HealthFinding = Readonly<{
  /** `note`: nothing has to be fixed, but a person may want to know. */
  severity: 'finding' | 'note';
  kind: string;
  place: string;
  message: string;
  next: string;
}>;

export type Health = Readonly<{
  findings: readonly HealthFinding[];
  /** What is worth knowing and no finding: versions, the size of the log. */
  facts: Readonly<Record<string, string>>;
}>;
