import { expect, it } from 'vitest'
import { withJsExtensions } from './compile.ts'

it('declaration files import .js instead of .ts, in every form of import', () => {
  const declarations = `import type { A } from './a.ts';
export { B } from "../b/b.ts";
export * from './c.ts';
export declare const d: import("./d.ts").D;
import { E } from '@kubewright/core';
export declare const text: './not-an-import.ts';
`
  expect(withJsExtensions(declarations)).toBe(`import type { A } from './a.js';
export { B } from "../b/b.js";
export * from './c.js';
export declare const d: import("./d.js").D;
import { E } from '@kubewright/core';
export declare const text: './not-an-import.ts';
`)
})
