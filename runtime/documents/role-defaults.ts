import type { BuiltInGateName } from '../model/gate.ts';
import type { EvidenceLevel, Role } from '../model/vocabulary.ts';

// What a node of a role has when its template says nothing, and what no template can go beyond.

export const ROLE_LEVEL: Readonly<Record<Role, EvidenceLevel>> = {
  ear: 'L1',
  eye: 'L1',
  nose: 'L1',
  mind: 'L1',
  tongue: 'L2',
  body: 'L2',
};

/** Built-in checks of roles that only read; the others are checked by the repository's tests. */
export const ROLE_CHECKS: Readonly<Record<Role, readonly BuiltInGateName[]>> = {
  ear: ['references', 'criteria'],
  eye: ['references'],
  nose: ['references', 'verdict'],
  mind: ['references', 'summary'],
  tongue: [],
  body: [],
};

/** Where a role writes. Empty: the whole repository (for roles that write at all). */
export const ROLE_PATHS: Readonly<Record<Role, readonly string[]>> = {
  ear: [],
  eye: [],
  nose: [],
  mind: ['docs/**', '**/*.md'],
  tongue: [
    // test/documents/template.test.ts compares it with what is sealed as a test.
    '**/{test,tests,__tests__,spec,specs,e2e,testing,Test,Tests,Spec,Specs,Testing,cypress,step_definitions}/**',
    '**/{testdata,test-data,fixtures,testFixtures,golden,__snapshots__,__fixtures__,__mocks__}/**',
    '**/{android,common,integration,functional,acceptance,jvm,native,js,ios,desktop}Test/**',
    '**/src/it/**',
    '**/t/**/*.t',
    '**/*.{*Test,*Tests,Spec,Specs}/**',
    '**/*{.,_,-}{test,tests,spec,e2e}.*',
    '**/test{_,-,.}*.*',
    '**/{test,tests,spec,specs}.*',
    '**/[A-Z]*{Test,Tests,TestCase,Spec}.*',
    '**/[A-Z]*IT.{java,kt,kts,groovy,scala,cs,fs,vb,swift,php,m,mm}',
    '**/*.{feature,robot}',
    '**/conftest.py',
    '**/{doc,docs}/**',
    '**/*.{md,mdx,rst,adoc,asciidoc}',
    '**/{README,CHANGELOG,CHANGES,HISTORY,NEWS}{,.*}',
  ],
  body: [],
};
