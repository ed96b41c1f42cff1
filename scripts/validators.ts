// In what hooks and commands load, finished functions stand in the place of runtime/documents/reader/validators.ts. To
// have ajv make them while a person waits took 170 of the 360 ms that starting a goal took, and of `wukong trust` half.

import { dirname } from 'node:path';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { compile, SCHEMAS, type SchemaName } from '../runtime/documents/reader/validators.ts';

const MADE = 'validator';

export const validators: Plugin = {
  name: 'validators',
  setup(build) {
    build.onLoad({ filter: /documents[\\/]reader[\\/]validators\.ts$/ }, ({ path }) => ({
      contents: Object.keys(SCHEMAS)
        .map(
          (name) =>
            `import ${name} from '../../../schemas/${name}.schema.json';\n` +
            `export const ${name.toUpperCase()}_SCHEMA = { json: ${name}, validator: () => require('${MADE}:${name}') };\n`,
        )
        .join(''),
      resolveDir: dirname(path),
      loader: 'js',
    }));
    build.onResolve({ filter: new RegExp(`^${MADE}:`) }, ({ path, resolveDir }) => ({
      path: path.slice(`${MADE}:`.length),
      namespace: MADE,
      // What the code requires of ajv's runtime is found from here.
      pluginData: resolveDir,
    }));
    // CommonJS: it is run when it is first required, and left out where nobody does.
    build.onLoad({ filter: /./, namespace: MADE }, async ({ path, pluginData }) => {
      const { ajv, validate } = compile(path as SchemaName);
      // Its names say nothing to anybody.
      const { code: contents } = await build.esbuild.transform(standalone.default(ajv, validate), {
        minify: true,
        format: 'cjs',
      });
      return { contents, resolveDir: pluginData, loader: 'js' };
    });
  },
};
