import { type Folder, has, lineOf, namesIn, type Proposal, propose, read } from './proposal.ts';

/** Languages whose one tool builds and tests: its manifest is all there is to look for. */
export function compiledProposals(folder: Folder): Proposal[] {
  return [...cargo(folder), ...go(folder), ...maven(folder), ...gradle(folder), ...dotnet(folder)];
}

function cargo(folder: Folder): Proposal[] {
  const text = read(folder, 'Cargo.toml');
  if (text === undefined) return [];
  const members = lineOf(text, /^\[workspace\]/);
  const whole = members !== undefined && lineOf(text, /^\[package\]/) !== undefined;
  const line = members ?? lineOf(text, /^\[package\]/) ?? 1;
  const from = { file: 'Cargo.toml', line, why: members ? 'a cargo workspace' : 'a cargo package' };
  // Beside a package of its own, `cargo test` would leave the members out.
  const scope = whole ? ['--workspace'] : [];
  return [
    propose(folder, 'test', ['cargo', 'test', ...scope], from),
    propose(folder, 'build', ['cargo', 'build', ...scope], from),
  ];
}

function go(folder: Folder): Proposal[] {
  if (!has(folder, 'go.mod')) return [];
  const line = lineOf(read(folder, 'go.mod'), /^module\s/) ?? 1;
  const from = { file: 'go.mod', line, why: 'a Go module' };
  return [
    propose(folder, 'test', ['go', 'test', './...'], from),
    propose(folder, 'build', ['go', 'build', './...'], from),
  ];
}

function maven(folder: Folder): Proposal[] {
  if (!has(folder, 'pom.xml')) return [];
  const wrapper = has(folder, 'mvnw');
  const why = wrapper ? 'a Maven project with its wrapper' : 'a Maven project';
  const command = [wrapper ? './mvnw' : 'mvn', '-B', 'test'];
  return [propose(folder, 'test', command, { file: 'pom.xml', why })];
}

function gradle(folder: Folder): Proposal[] {
  const file = ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'].find(
    (name) => has(folder, name),
  );
  if (file === undefined) return [];
  const wrapper = has(folder, 'gradlew');
  const why = wrapper ? 'a Gradle project with its wrapper' : 'a Gradle project';
  return [propose(folder, 'test', [wrapper ? './gradlew' : 'gradle', 'test'], { file, why })];
}

function dotnet(folder: Folder): Proposal[] {
  const names = namesIn(folder);
  const file =
    names.find((name) => /\.slnx?$/.test(name)) ?? names.find((name) => /\.[cf]sproj$/.test(name));
  if (file === undefined) return [];
  const from = { file, why: /\.slnx?$/.test(file) ? 'a .NET solution' : 'a .NET project' };
  return [
    propose(folder, 'test', ['dotnet', 'test'], from),
    propose(folder, 'build', ['dotnet', 'build'], from),
  ];
}
