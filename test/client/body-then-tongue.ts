/** A plan whose body may be given to somebody else than the session. */
export const BODY_THEN_TONGUE = `name: fix
version: 1
description: Mine
success_criteria: [it works]
nodes:
  - { id: N-010, title: Fix it, role: body, constraints: { allowed_paths: ['src/**'] } }
  - { id: N-020, title: Test it, role: tongue, constraints: { allowed_paths: ['test/**'] } }
edges:
  - { from: N-010, to: N-020, condition: on_success }
`;
