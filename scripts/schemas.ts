// Writes schemas/<name>.schema.json from the zod schemas in runtime/model, what skills say of the model,
// docs/events.md, docs/settings.md, docs/cli.md and test/PROMISES.md. With --check it writes nothing, names the files that differ and exits 1.

import { cliDocDrift, writeCliDoc } from './cli-doc.ts';
import { eventsDocDrift, writeEventsDoc } from './events-doc.ts';
import { promisesDrift, writePromises } from './promises.ts';
import { drift, writeSchemas } from './published.ts';
import { settingsDocDrift, writeSettingsDoc } from './settings-doc.ts';
import { skillDrift, writeSkills } from './skills.ts';

if (process.argv.includes('--check')) {
  const stale = drift();
  for (const file of stale)
    process.stderr.write(`schemas/${file} is not what runtime/model says\n`);
  const skills = skillDrift();
  for (const file of skills)
    process.stderr.write(`.claude/skills/${file} is not what runtime/model says\n`);
  const pages = [
    eventsDocDrift() && 'docs/events.md is not what runtime/model/facts says',
    settingsDocDrift() && 'docs/settings.md is not what runtime/model says',
    (await cliDocDrift()) && 'docs/cli.md is not what runtime/cli says',
    ...promisesDrift(),
  ].filter((text) => text !== false);
  for (const text of pages) process.stderr.write(`${text}\n`);
  const wrong = stale.length + skills.length + pages.length;
  if (wrong > 0) process.stderr.write('Update them: npm run schemas\n');
  process.exitCode = wrong > 0 ? 1 : 0;
} else {
  // The page of the settings is written from their schema.
  writeSchemas();
  writeSkills();
  writeEventsDoc();
  writeSettingsDoc();
  await writeCliDoc();
  writePromises();
}
