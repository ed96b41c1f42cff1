// The checks of a repository, at its top and in the folders below that are projects of their own. Pure.

import type { CommandGate, CommandGateType } from '../../../model/gate.ts';
import { ciProposals } from './ci.ts';
import { checksIn, LANGUAGES, type Language } from './languages.ts';
import { type Files, type Folder, foldersAbove, type Layout, layoutOf, matcher } from './layout.ts';
import { listedAt } from './node.ts';
import { isProposal, type NoCheck, ORIGINS, type Proposal, type Source } from './proposal.ts';

export type Discovered = Readonly<{
  /** In the order they should run, each command once. Names are unique. */
  proposals: readonly Proposal[];
  /** Files that could not be read, in a sentence each. */
  unread: readonly string[];
  /** Manifests that were looked at and name no test. */
  without: readonly Without[];
  /** Folders with manifests that were not looked into. */
  leftOut: readonly string[];
}>;

/** `why`: half a sentence, where more is known than that nothing is there. */
export type Without = Readonly<{ source: Source; why?: string }>;

/** Folders below the top that are looked into. */
const MAX_PROJECTS = 100;
/** The path of a deeper one has to be named. */
const MAX_DEPTH = 6;
/** Projects below the top whose checks the first configuration takes. */
const MAX_TAKEN = 20;

/** Folders of what is shown or copied: no part of the work, unless a workspace lists them further down. */
const EXAMPLES =
  /(?:^|\/)(?:examples?|samples?|demos?|playgrounds?|templates?|boilerplates?|benchmarks?)(?:\/|$)/;
/** What is tested with. */
const TESTS = /(?:^|\/)(?:(?:__)?fixtures?(?:__)?|test[-_]?data|tests?|__tests__|specs?)(?:\/|$)/;

/** `touched`: paths whose projects are looked into, wherever they lie. */
export function discovered(files: Files, touched: readonly string[] = []): Discovered {
  const layout = layoutOf(files);
  const { folders, near, leftOut } = projectsOf(layout, touched);
  const ofLanguage = new Map(
    LANGUAGES.map((language) => {
      return [language, folders.filter((one) => manifestOf(layout, one, language) !== undefined)];
    }),
  );
  const all = new Map(folders.map((below) => [below, inFolder(layout, below, ofLanguage)]));
  const top = all.get('') ?? [];
  const packages = folders.flatMap((below) => {
    return below === '' ? [] : ofPackage(layout, all, below, near.get(below));
  });
  const ci = ciProposals(layout);
  const proposals = eachOnce([...of(top), ...ci.proposals, ...packages]);
  return { proposals, unread: ci.unread, without: withoutTest(layout, all), leftOut };
}

/** By language, what is found in a folder. */
type InFolder = ReadonlyArray<
  Readonly<{ language: Language; found: ReadonlyArray<Proposal | NoCheck> }>
>;

function inFolder(
  layout: Layout,
  below: string,
  projects: ReadonlyMap<Language, readonly string[]>,
): InFolder {
  return LANGUAGES.map((language) => {
    const without = (projects.get(language) ?? []).filter((one) => isBelow(one, below));
    return { language, found: checksIn({ layout, below, without }, language) };
  });
}

function of(found: InFolder): Proposal[] {
  return found.flatMap((one) => one.found.filter(isProposal));
}

function isBelow(path: string, above: string): boolean {
  return path !== above && (above === '' || path.startsWith(`${above}/`));
}

type Projects = Readonly<{
  /** The top first, then those that were touched. */
  folders: readonly string[];
  /** By folder, the touched path that led there. */
  near: ReadonlyMap<string, string>;
  leftOut: readonly string[];
}>;

function projectsOf(layout: Layout, touched: readonly string[]): Projects {
  const isProject = (below: string, isPart: boolean): boolean =>
    LANGUAGES.some((language) => {
      return (
        (language.isPart ?? false) === isPart && manifestOf(layout, below, language) !== undefined
      );
    });
  const all = [...layout.names.keys()].filter((below) => below !== '').sort();
  const whole = new Set(['', ...all].filter((below) => isProject(below, false)));
  const isAlone = (below: string): boolean =>
    foldersAbove(below).every((above) => !whole.has(above) && !isProject(above, true));
  const projects = all.filter((below) => {
    return whole.has(below) || (isProject(below, true) && isAlone(below));
  });
  const known = new Set(projects);
  const near = new Map<string, string>();
  for (const path of touched) {
    const folder = [path.replace(/\/+$/, ''), ...foldersAbove(path)].find((one) => known.has(one));
    if (folder !== undefined && !near.has(folder)) near.set(folder, path);
  }
  const isOfWork = (below: string): boolean => {
    if (below.split('/').length > MAX_DEPTH || EXAMPLES.test(below.split('/', 1)[0] ?? ''))
      return false;
    if (!EXAMPLES.test(below) && !TESTS.test(below)) return true;
    const isInTests = LANGUAGES.some((one) => one.isInTests && manifestOf(layout, below, one));
    return isInTests || listedAbove(layout, below) !== undefined;
  };
  const rest = projects.filter((below) => !near.has(below));
  const chosen = [...near.keys(), ...rest.filter(isOfWork)].slice(0, MAX_PROJECTS);
  const taken = new Set(chosen);
  return { folders: ['', ...chosen], near, leftOut: projects.filter((one) => !taken.has(one)) };
}

/** The file that makes the folder a project of the language. */
function manifestOf(layout: Layout, below: string, { manifests }: Language): string | undefined {
  const names = layout.names.get(below);
  if (!names) return undefined;
  for (const manifest of manifests) {
    if (!/[*{]/.test(manifest)) {
      if (isFileOf(layout, below, manifest)) return manifest;
      continue;
    }
    const fits = matcher(manifest);
    for (const name of names) if (fits.test(name) && isFileOf(layout, below, name)) return name;
  }
  return undefined;
}

function isFileOf({ names }: Layout, below: string, name: string): boolean {
  return (
    names.get(below)?.has(name) === true && !names.has(below === '' ? name : `${below}/${name}`)
  );
}

/** Where a folder above lists it as one of its packages. */
function listedAbove(layout: Layout, below: string): Source | undefined {
  const folder = { layout, below };
  for (const above of foldersAbove(below)) {
    const listed = listedAt({ layout, below: above }, folder);
    if (listed) return listed;
  }
  return undefined;
}

/** What only wraps a tool that says it itself is left out, and so is what folders above run, if nobody asked. */
function ofPackage(
  layout: Layout,
  all: ReadonlyMap<string, InFolder>,
  below: string,
  touched: string | undefined,
): Proposal[] {
  const listed = listedAbove(layout, below);
  const place = listed ? `, ${listed.file}:${listed.line} lists the package` : '';
  const near = touched === undefined ? '' : `; near ${touched}`;
  const found = all.get(below) ?? [];
  const tools = new Set(
    of(found)
      .filter(({ origin }) => origin === 'tool')
      .map(({ gate }) => gate.type),
  );
  return found.flatMap(({ language, found: own }) =>
    own.filter(isProposal).flatMap((one): Proposal[] => {
      const { type } = one.gate;
      const isCovered = foldersAbove(below).some((above) => {
        const there = all.get(above)?.find((other) => other.language === language);
        return isCoveredBy(layout, there, above, below, type);
      });
      const isAsked = touched !== undefined;
      if (!isAsked && (isCovered || type === 'build')) return [];
      if (one.origin !== 'tool' && tools.has(type)) return [];
      const why = `${one.why}${near}${one.source.file.endsWith('package.json') ? place : ''}`;
      const made = { ...one, origin: 'package', why } as const;
      return [isCovered ? { ...made, isCovered } : made];
    }),
  );
}

function isCoveredBy(
  layout: Layout,
  there: InFolder[number] | undefined,
  above: string,
  below: string,
  type: CommandGateType,
): boolean {
  if (!there?.found.some((one) => isProposal(one) && one.gate.type === type)) return false;
  const [upper, lower]: [Folder, Folder] = [
    { layout, below: above },
    { layout, below },
  ];
  return there.language.holds?.(upper, lower, type) === true;
}

/** Of each folder the manifests of languages of which no test was found there, nor in a folder above. */
function withoutTest(layout: Layout, all: ReadonlyMap<string, InFolder>): Without[] {
  return [...all].flatMap(([below, found]) =>
    found.flatMap(({ language, found: own }): Without[] => {
      const said = own.filter((one): one is NoCheck => !isProposal(one));
      if (said.length > 0) return said.map(({ source, noCheck }) => ({ source, why: noCheck }));
      const name = manifestOf(layout, below, language);
      const isTested = own.some((one) => isProposal(one) && one.gate.type === 'test');
      if (name === undefined || isTested) return [];
      return [{ source: { file: below === '' ? name : `${below}/${name}`, line: 1 } }];
    }),
  );
}

function eachOnce(all: readonly Proposal[]): Proposal[] {
  const byCommand = new Map<string, Proposal>();
  for (const one of all) {
    const key = JSON.stringify([one.gate.command, one.gate.cwd ?? '', one.gate.shell ?? false]);
    const first = byCommand.get(key);
    const also = first && [...first.also, one.source];
    byCommand.set(key, first && also ? { ...first, also } : one);
  }
  return withNames([...byCommand.values()]);
}

/** A line for a shell is called by its last command, and so may another one be. */
function withNames(proposals: readonly Proposal[]): Proposal[] {
  const taken = new Set<string>();
  return proposals.map((one) => {
    let name = one.gate.name;
    for (let n = 2; taken.has(name); n += 1) name = `${one.gate.name} ${n}`;
    taken.add(name);
    return { ...one, gate: { ...one.gate, name } };
  });
}

/**
 * What tools say themselves, at the top and in packages; what wraps them, a script or CI only where they say nothing
 * of the kind. A wrapper at the top stands for the packages as well. No builds: tests build what they need, and a
 * second build only takes time.
 */
export function takenByInit(proposals: readonly Proposal[]): Proposal[] {
  const taken: Proposal[] = [];
  const packages = new Set<string | undefined>();
  for (const origin of ORIGINS) {
    const wrapped = new Set(taken.filter((one) => one.origin === 'wrapper').map(typeOf));
    const known = origin === 'package' ? wrapped : new Set(taken.map(typeOf));
    for (const one of proposals) {
      const { type, cwd } = one.gate;
      if (one.origin !== origin || type === 'build' || known.has(type) || one.isCovered) continue;
      if (origin === 'package') {
        if (!packages.has(cwd) && packages.size >= MAX_TAKEN) continue;
        packages.add(cwd);
      }
      taken.push(one);
      if (origin !== 'tool' && origin !== 'package') known.add(type);
    }
  }
  return taken;
}

function typeOf({ gate }: Readonly<{ gate: CommandGate }>): CommandGateType {
  return gate.type;
}
