/** anchors.md as `init` writes it where there is none: what it is for, and an entry to begin with. */
export const FIRST_ANCHORS = `# Anchors

What later work has to know and the code does not show. People write here, or accept what stands in
anchors_candidates.md; agents never do.

<!-- An entry looks like this one, which does not count as long as it is in a comment.
Decision is a choice, Constraint a limit that holds, Pattern a way that works, Metric a measure.

## A-2026-k3f7 Decision: Version 1 keeps its byte order

Context: Two clients in the field read version 1 and cannot be updated.
When: Whoever touches the encoder or the decoder of version 1.
Decision: New fields are appended; the order of the present ones stays.
Why: A client that reads a field in another place stops.
Paths: src/encoder.js, src/decoder.js
Tags: protocol
Validated: 2026-11-22. Expires: when version 1 is switched off
Source: a person, 2026-11-22
-->
`;

/** Two branches that both add an entry at the end are no conflict: git keeps the lines of both. */
export const MERGE_ANCHORS = `# Written by \`wukong init\`. Entries that two branches add are both kept.
/anchors/anchors.md merge=union
`;
