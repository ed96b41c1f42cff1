import type { CiClaim } from '../../model/report.ts';
import { keyValue, type ReportLine } from './report-lines.ts';

// Results of GitHub Actions that a report names: `CI: https://github.com/o/r/actions/runs/123`, the
// same link anywhere in its prose, or `CI: 123`.

const MAX_CLAIMS = 5;
const LINK =
  /https:\/\/([A-Za-z0-9][A-Za-z0-9.-]{0,250})\/([A-Za-z0-9][\w.-]{0,99}\/[A-Za-z0-9_.][\w.-]{0,99})\/actions\/runs\/(\d{1,20})(?!\d)/g;

export function parseCiClaims(lines: readonly ReportLine[]): CiClaim[] {
  const claims = new Map<string, CiClaim>();
  for (const { text, fenced } of lines) {
    if (fenced) continue;
    for (const [url, host = '', name = '', run = ''] of text.slice(0, 4_000).matchAll(LINK)) {
      claims.set(run, { run, repository: `${host}/${name}`.toLowerCase(), text: url });
    }
    const pair = keyValue(text);
    const number = /^(?:run )?#?(\d{1,20})$/.exec(pair?.value ?? '')?.[1];
    if (pair?.key === 'ci' && number !== undefined && !claims.has(number)) {
      claims.set(number, { run: number, text: `CI: ${number}` });
    }
  }
  return [...claims.values()].slice(0, MAX_CLAIMS);
}
