// A module of JavaScript that holds data and runs nothing, as runners write their snapshots: `exports['a 1'] = `…``.

import { isA, type Node, nodesIn, type Program } from './javascript-tree.ts';

export function isData({ body }: Program): boolean {
  return body.length > 0 && body.every(holdsData);
}

function holdsData(node: Node | null): boolean {
  if (isA(node, 'ExportDefaultDeclaration', 'ExportNamedDeclaration')) {
    return holdsData(node.declaration);
  }
  if (isA(node, 'VariableDeclaration')) return node.declarations.every(({ init }) => isPlain(init));
  if (isA(node, 'ExpressionStatement')) {
    const { expression } = node;
    return isA(expression, 'AssignmentExpression') && isExport(expression.left)
      ? isPlain(expression.right)
      : false;
  }
  return isPlain(node);
}

/** `exports.a`, `module.exports`; what is set elsewhere (`process.exitCode`) does something. */
function isExport(node: Node): boolean {
  if (isA(node, 'MemberExpression')) return isExport(node.object) && isPlain(node.property);
  return isA(node, 'Identifier') && ['exports', 'module'].includes(node.name);
}

function isPlain(node: Node | null): boolean {
  return node !== null && nodesIn(node).every(({ type }) => PLAIN.has(type));
}

const PLAIN = new Set([
  'ArrayExpression',
  'BooleanLiteral',
  'Identifier',
  'NullLiteral',
  'NumericLiteral',
  'ObjectExpression',
  'ObjectProperty',
  'RegExpLiteral',
  'StringLiteral',
  'TemplateElement',
  'TemplateLiteral',
  'UnaryExpression',
]);
