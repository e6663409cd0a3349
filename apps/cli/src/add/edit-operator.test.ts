import { describe, expect, it } from 'vitest'
import { addImport, addToList, addWebhook } from './edit-operator.ts'

describe('an import', () => {
  it.each([
    {
      name: 'goes below the others',
      source: `/** Why. */\nimport { a } from './a.ts'\n\nconst x = a\n`,
      result: `/** Why. */\nimport { a } from './a.ts'\nimport { B } from './b.ts'\n\nconst x = a\n`,
    },
    {
      name: 'is written as they are',
      source: `import {\n  a,\n  c,\n} from "./a.ts";\n`,
      result: `import {\n  a,\n  c,\n} from "./a.ts";\nimport { B } from "./b.ts";\n`,
    },
    { name: 'is not added twice', source: `import { B } from './b.ts'\n`, result: `import { B } from './b.ts'\n` },
    { name: 'is left to its author where there is none', source: `const x = 1\n`, result: undefined },
  ])('$name', ({ source, result }) => {
    expect(addImport(source, 'B', './b.ts')).toBe(result)
  })
})

describe('a list', () => {
  it.each([
    { name: 'on one line grows on it', source: `  resources: [A],`, result: `  resources: [A, B],` },
    { name: 'that is empty', source: `  resources: [],`, result: `  resources: [B],` },
    {
      name: 'on several lines grows by one',
      source: `  resources: [\n    A,\n    C,\n  ],`,
      result: `  resources: [\n    A,\n    C,\n    B,\n  ],`,
    },
    { name: 'that has it stays', source: `  resources: [A, B],`, result: `  resources: [A, B],` },
    { name: 'of something else is left alone', source: `  resources: [A, ...more()],`, result: undefined },
    { name: 'that is computed is left alone', source: `  resources: all(),`, result: undefined },
    { name: 'of which there are two is left alone', source: `  resources: [A],\n  resources: [A],`, result: undefined },
  ])('$name', ({ source, result }) => {
    expect(addToList(source, 'resources', 'B')).toBe(result)
  })
})

describe('a webhook', () => {
  it('comes with a certificate and a service if it is the first', () => {
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

  it('joins the others', () => {
    expect(addWebhook(`  webhooks: {\n    serve: [one],\n  },\n`, 'two', 'shop')).toBe(
      `  webhooks: {\n    serve: [one, two],\n  },\n`,
    )
  })

  it('is left to the author where the operator looks otherwise', () => {
    expect(addWebhook('export const operator = make()\n', 'two', 'shop')).toBeUndefined()
  })
})
