import { expect, it } from 'vitest'
import { formatApiPage } from './api-page.ts'

it('API page has declared names in full, generated ones as a list, and the origin of re-exports', () => {
  const plain = { signature: '', sentence: '', hasExample: false }
  const page = formatApiPage({
    name: '@kubewright/demo',
    description: 'A demonstration.',
    entries: [
      {
        specifier: '@kubewright/demo',
        names: [
          { ...plain, name: 'Pod', from: 'packages/demo/src/generated/core/v1.ts', sentence: '`pods` in `v1`.' },
          { ...plain, name: 'PodSpec', from: 'packages/demo/src/generated/core/v1.ts' },
          {
            name: 'open',
            from: 'packages/demo/src/open.ts',
            signature: 'function open(): void',
            sentence: 'Opens it.',
            hasExample: true,
          },
          { ...plain, name: 'toMs', from: '@kubewright/core' },
        ],
      },
    ],
  })

  expect(page).toBe(`<!-- Made by \`npm run generate\` from the sources; edits are lost. -->
# @kubewright/demo

A demonstration.

## \`@kubewright/demo\`

### \`open\`

Opens it. ([source](../../../packages/demo/src/open.ts), with an example)

\`\`\`ts
function open(): void
\`\`\`

- \`toMs\` from [@kubewright/core](core.md)

- \`Pod\`: \`pods\` in \`v1\`.
- \`PodSpec\`
`)
})
