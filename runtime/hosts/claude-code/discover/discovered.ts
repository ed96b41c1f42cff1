// The checks of a repository, at its top and in the folders below that are projects of their own. Pure.

import type { CommandGateType } from '../../../model/gate.ts';
import { ciProposals } from './ci.ts';
import { checksIn, LANGUAGES, type Language } from './languages.ts';
import {
  type Files,
  type Folder,
  fits,
  foldersAbove,
  isGlob,
  type Layout,
  layoutOf,
  type Place,
  pathIn,
  upFrom,
} from './layout.ts';
import { listedAt } from './node.ts';
import { type Found, isProposal, ORIGINS, type Origin, type Proposal } from './proposal.ts';

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
export type Without = Readonly<{ source: Place; why?: string }>;

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
  const manifests = manifestsOf(layout);
  const { folders, near, leftOut } = projectsOf(layout, manifests, touched);
  const looked = folders.flatMap((below) =>
    Object.entries(LANGUAGES).map(([language, row]): Looked => {
      const without = folders.filter(
        (one) => isBelow(one, below) && manifests.get(one)?.has(language),
      );
      const folder = { layout, below, without };
      const manifest = manifests.get(below)?.get(language);
      return { folder, language, manifest, found: checksIn(folder, language, row) };
    }),
  );
  const top = looked.filter(({ folder }) => folder.below === '');
  const packages = looked.flatMap((one) => ofPackage(one, looked, near));
  const ci = ciProposals(layout);
  const proposals = eachOnce([
    ...top.flatMap(({ found }) => found.filter(isProposal)),
    ...ci.proposals,
    ...packages,
  ]);
  return { proposals, unread: ci.unread, without: looked.flatMap(withoutTest), leftOut };
}

/** What a language finds in a folder. */
type Looked = Readonly<{
  folder: Folder;
  language: string;
  manifest: string | undefined;
  found: Found;
}>;

/** By folder and language, the file that makes the folder a project of it. */
type Manifests = ReadonlyMap<string, ReadonlyMap<string, string>>;

function manifestsOf(layout: Layout): Manifests {
  const all = new Map<string, ReadonlyMap<string, string>>();
  for (const [below, names] of layout.names) {
    const folder = { layout, below };
    const found = Object.entries(LANGUAGES).flatMap(([language, { manifests }]) => {
      const file = manifests
        .flatMap((one) => (isGlob(one) ? [...names].filter((name) => fits(one, name)) : [one]))
        .find((name) => names.has(name) && !layout.names.has(pathIn(folder, name)));
      return file === undefined ? [] : [[language, file] as const];
    });
    if (found.length > 0) all.set(below, new Map(found));
  }
  return all;
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

function projectsOf(layout: Layout, manifests: Manifests, touched: readonly string[]): Projects {
  const languages = (below: string): Language[] =>
    [...(manifests.get(below)?.keys() ?? [])].flatMap((one) => LANGUAGES[one] ?? []);
  const projects = [...manifests.keys()].sort().filter((below) => {
    const isAlone = (): boolean => foldersAbove(below).every((above) => !manifests.has(above));
    return below !== '' && (languages(below).some(({ isPart }) => !isPart) || isAlone());
  });
  const near = new Map<string, string>();
  for (const path of touched) {
    const around = [path.replace(/\/+$/, ''), ...foldersAbove(path)];
    const folder = around.find((one) => projects.includes(one));
    if (folder !== undefined && !near.has(folder)) near.set(folder, path);
  }
  const isOfWork = (below: string): boolean => {
    const [first = '', ...others] = below.split('/');
    if (others.length >= MAX_DEPTH || EXAMPLES.test(first)) return false;
    if (!EXAMPLES.test(below) && !TESTS.test(below)) return true;
    const isInTests = languages(below).some((one) => one.isInTests);
    return isInTests || listedAbove({ layout, below }) !== undefined;
  };
  const rest = projects.filter((below) => !near.has(below));
  const chosen = [...near.keys(), ...rest.filter(isOfWork)].slice(0, MAX_PROJECTS);
  const leftOut = projects.filter((one) => !chosen.includes(one));
  return { folders: ['', ...chosen], near, leftOut };
}

/** Where a folder above lists it as one of its packages. */
function listedAbove(folder: Folder): Place | undefined {
  const [, ...above] = upFrom(folder);
  for (const one of above) {
    const listed = listedAt(one, folder);
    if (listed) return listed;
  }
  return undefined;
}

/** What only wraps a tool that says it itself is left out, and so is what folders above run, if nobody asked. */
function ofPackage(
  { folder, language, found }: Looked,
  looked: readonly Looked[],
  near: Projects['near'],
): Proposal[] {
  const { below } = folder;
  const own = found.filter(isProposal);
  if (below === '' || own.length === 0) return [];
  const listed = listedAbove(folder);
  const place = listed ? `, ${listed.file}:${listed.line} lists the package` : '';
  const touched = near.get(below);
  const isAsked = touched !== undefined;
  const beside = looked.filter((other) => other.folder.below === below);
  const isTool = (type: CommandGateType): boolean =>
    beside.some((other) => hasType(other, type, 'tool'));
  return own.flatMap((one): Proposal[] => {
    const { type } = one.gate;
    const isCovered = looked.some(
      (above) =>
        above.language === language &&
        isBelow(below, above.folder.below) &&
        hasType(above, type) &&
        LANGUAGES[language]?.holds?.(above.folder, folder, type) === true,
    );
    if (!isAsked && (isCovered || type === 'build')) return [];
    if (one.origin !== 'tool' && isTool(type)) return [];
    const from = one.source.file.endsWith('package.json') ? place : '';
    const why = `${one.why}${isAsked ? `; near ${touched}` : ''}${from}`;
    return [{ ...one, origin: 'package', why, ...(isCovered && { isCovered }) }];
  });
}

function hasType({ found }: Looked, type: CommandGateType, origin?: Origin): boolean {
  return found.some(
    (one) => isProposal(one) && one.gate.type === type && [one.origin, undefined].includes(origin),
  );
}

/** The manifest of a language of which no test was found in its folder. */
function withoutTest(looked: Looked): Without[] {
  const { folder, manifest, found } = looked;
  const said = found.flatMap((one) =>
    isProposal(one) ? [] : [{ source: one.source, why: one.noCheck }],
  );
  if (said.length > 0) return said;
  if (manifest === undefined || hasType(looked, 'test')) return [];
  return [{ source: { file: pathIn(folder, manifest), line: 1 } }];
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
    const wrapped = taken.filter((one) => origin !== 'package' || one.origin === 'wrapper');
    const known = new Set(wrapped.map(({ gate }) => gate.type));
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
