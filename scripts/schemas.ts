// Writes schemas/<name>.schema.json from the zod schemas in runtime/model, what skills say of the model,
// docs/events.md and docs/cli.md. With --check it writes nothing, names the files that differ and exits 1.

import { cliDocDrift, writeCliDoc } from './cli-doc.ts';
import { eventsDocDrift, writeEventsDoc } from './events-doc.ts';
import { drift, writeSchemas } from './published.ts';
import { skillDrift, writeSkills } from './skills.ts';

if (process.argv.includes('--check')) {
  const stale = drift();
  for (const file of stale)
    process.stderr.write(`schemas/${file} is not what runtime/model says\n`);
  const skills = skillDrift();
  for (const file of skills)
    process.stderr.write(`.claude/skills/${file} is not what runtime/model says\n`);
  const isDocStale = eventsDocDrift();
  if (isDocStale) process.stderr.write('docs/events.md is not what runtime/model/facts says\n');
  const isCliStale = await cliDocDrift();
  if (isCliStale) process.stderr.write('docs/cli.md is not what runtime/cli says\n');
  const wrong = stale.length + skills.length + (isDocStale ? 1 : 0) + (isCliStale ? 1 : 0);
  if (wrong > 0) process.stderr.write('Update them: npm run schemas\n');
  process.exitCode = wrong > 0 ? 1 : 0;
} else {
  writeSkills();
  writeEventsDoc();
  await writeCliDoc();
  writeSchemas();
}
