import { expect, it } from 'vitest'
import { anchorsOfPage, type ApiPage, formatApiPage } from './api-page.ts'

const plain = { signature: '', text: '', parameters: [], examples: [], refersTo: [], inherits: [] }
const generated = 'packages/demo/src/generated/core/v1.ts'

const open = {
  ...plain,
  name: 'open',
  from: 'packages/demo/src/open.ts',
  key: 'open.ts#open',
  signature: 'function open(as: Mode): Clock',
  text: 'Opens it.\n\nAnd leaves it open.',
  parameters: ['`as`: how'],
  examples: ['```ts check\nopen()\n```'],
  refersTo: ['open.ts#Mode', 'clock.ts#Clock', 'elsewhere.ts#Unknown'],
}
const page: ApiPage = {
  name: '@kubewright/demo',
  description: 'A demonstration.',
  entries: [
    {
      specifier: '@kubewright/demo',
      everythingOf: [],
      names: [
        { ...plain, name: 'Pod', from: generated, key: 'v1.ts#Pod', text: '`pods` in `v1`. More.' },
        { ...plain, name: 'PodSpec', from: generated, key: 'v1.ts#PodSpec' },
        open,
        { ...plain, name: 'toMs', from: '@kubewright/core', key: 'duration.ts#toMs' },
      ],
    },
    { specifier: '@kubewright/demo/open', everythingOf: [], names: [open] },
    { specifier: '@kubewright/demo/core', everythingOf: ['@kubewright/core'], names: [] },
  ],
  referred: [
    {
      ...plain,
      name: 'Mode',
      from: 'packages/demo/src/open.ts',
      key: 'open.ts#Mode',
      signature: 'interface Mode extends Clock {}',
      inherits: [{ from: 'clock.ts#Clock', members: ['now'] }],
    },
  ],
}

it('API page has declared names in full with links, generated ones as a list, and the origin of re-exports', () => {
  const targets: Record<string, string> = {
    'open.ts#open': '#open',
    'open.ts#Mode': '#mode',
    'clock.ts#Clock': 'core.md#clock',
    'duration.ts#toMs': 'core.md#toms',
  }
  const text = formatApiPage(page, {
    toName: (key) => targets[key],
    toEntry: (specifier) => (specifier === '@kubewright/core' ? 'core.md#top' : `#${specifier.length}`),
  })
  expect(text).toBe(`<!-- Made by \`npm run generate\` from the sources; edits are lost. -->
# @kubewright/demo

A demonstration.

Import paths: [\`@kubewright/demo\`](#16), [\`@kubewright/demo/open\`](#21).

| Import path | Everything of |
|---|---|
| \`@kubewright/demo/core\` | [\`@kubewright/core\`](core.md#top) |

## \`@kubewright/demo\`

### \`open\`

Opens it.

And leaves it open.

\`\`\`ts
function open(as: Mode): Clock
\`\`\`

- \`as\`: how

[Source](../../../packages/demo/src/open.ts). Refers to [\`Mode\`](#mode), [\`Clock\`](core.md#clock).

Example:

\`\`\`ts
open()
\`\`\`

- [\`toMs\`](core.md#toms) of [@kubewright/core](core.md#top)

- \`Pod\`: \`pods\` in \`v1\`.
- \`PodSpec\`

## \`@kubewright/demo/open\`

- [\`open\`](#open), described above

## Types they refer to

No import path exports these. Write them as literals, or let TypeScript infer them.

### \`Mode\`

\`\`\`ts
interface Mode extends Clock {}
\`\`\`

Inherited from [\`Clock\`](core.md#clock): \`now\`.

[Source](../../../packages/demo/src/open.ts).
`)
})

it('anchors of an API page are those of its headings, and of the import path for generated names', () => {
  const { names, entries } = anchorsOfPage(page)
  expect([...names]).toEqual([
    ['open.ts#open', 'open'],
    ['v1.ts#Pod', 'kubewrightdemo-1'],
    ['v1.ts#PodSpec', 'kubewrightdemo-1'],
    ['open.ts#Mode', 'mode'],
  ])
  expect([...entries]).toEqual([
    ['@kubewright/demo', 'kubewrightdemo-1'],
    ['@kubewright/demo/open', 'kubewrightdemoopen'],
  ])
})
