import { describe, expect, it } from 'vitest'
import { addImport, addToList, addWebhook } from './edit-operator.ts'

describe('adding an import to the operator file', () => {
  it.each([
    {
      name: 'puts it below the others',
      source: `/** Why. */\nimport { a } from './a.ts'\n\nconst x = a\n`,
      result: `/** Why. */\nimport { a } from './a.ts'\nimport { B } from './b.ts'\n\nconst x = a\n`,
    },
    {
      name: 'follows their style',
      source: `import {\n  a,\n  c,\n} from "./a.ts";\n`,
      result: `import {\n  a,\n  c,\n} from "./a.ts";\nimport { B } from "./b.ts";\n`,
    },
    { name: 'does not add it twice', source: `import { B } from './b.ts'\n`, result: `import { B } from './b.ts'\n` },
    { name: 'gives up if there are no imports', source: `const x = 1\n`, result: undefined },
  ])('$name', ({ source, result }) => {
    expect(addImport(source, 'B', './b.ts')).toBe(result)
  })
})

describe('adding to a list in the operator file', () => {
  it.each([
    { name: 'extends a list on one line', source: `  resources: [A],`, result: `  resources: [A, B],` },
    { name: 'extends an empty list', source: `  resources: [],`, result: `  resources: [B],` },
    {
      name: 'extends a list on several lines by one line',
      source: `  resources: [\n    A,\n    C,\n  ],`,
      result: `  resources: [\n    A,\n    C,\n    B,\n  ],`,
    },
    { name: 'does not add it twice', source: `  resources: [A, B],`, result: `  resources: [A, B],` },
    { name: 'leaves another key alone', source: `  resources: [A, ...more()],`, result: undefined },
    { name: 'gives up on a computed list', source: `  resources: all(),`, result: undefined },
    { name: 'gives up if there are two lists', source: `  resources: [A],\n  resources: [A],`, result: undefined },
  ])('$name', ({ source, result }) => {
    expect(addToList(source, 'resources', 'B')).toBe(result)
  })
})

describe('adding a webhook to the operator file', () => {
  it('adds certificates and service with the first one', () => {
    const source = `const namespace = 'web'\nexport const operator = {\n  health: { port: 1 },\n}\n`
    expect(addWebhook(source, 'guard', 'shop')).toBe(`const namespace = 'web'
export const operator = {
  webhooks: {
    serve: [guard],
    certificates: { secret: { name: 'shop-webhooks', namespace } },
    installation: { name: 'shop', service: { name: 'shop', namespace } },
  },
  health: { port: 1 },
}
`)
  })

  it('extends the list of webhooks', () => {
    expect(addWebhook(`  webhooks: {\n    serve: [one],\n  },\n`, 'two', 'shop')).toBe(
      `  webhooks: {\n    serve: [one, two],\n  },\n`,
    )
  })

  it('gives up if the operator is not an object literal', () => {
    expect(addWebhook('export const operator = make()\n', 'two', 'shop')).toBeUndefined()
  })
})
