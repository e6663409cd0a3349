import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { formatApiIndex } from './api-index.ts'
import { apiFolder } from './api-page.ts'

const plain = { signature: '', text: '', parameters: [], examples: [], refersTo: [], inherits: [] }

it('API index lists names alphabetically, with their package and every import path', () => {
  const page = (name: string, entries: Record<string, [string, string][]>) => ({
    name,
    file: `${name}.md`,
    description: `What ${name} does.`,
    referred: [],
    entries: Object.entries(entries).map(([specifier, names]) => ({
      specifier,
      everythingOf: [],
      names: names.map(([text, from]) => ({ ...plain, name: text, from, key: `time.ts#${text}` })),
    })),
  })
  const pages = [
    page('@kubewright/core', {
      '@kubewright/core': [['toMs', 'time.ts']],
      '@kubewright/core/time': [['Clock', 'time.ts']],
    }),
    page('kubewright', {
      kubewright: [
        ['toMs', '@kubewright/core'],
        ['again', 'again.ts'],
      ],
    }),
  ]
  const text = formatApiIndex(pages, {
    toName: (key) => (key === 'time.ts#toMs' ? 'core.md#toms' : undefined),
    toEntry: (specifier) => `at.md#${specifier.length}`,
  })
  expect(text).toContain('| [kubewright](kubewright.md) | What kubewright does. |')
  expect(text).toContain('\n- [@kubewright/core](@kubewright/core.md): [`/time`](at.md#21)\n')
  expect(text.split('|---|---|---|\n')[1]).toBe(`| \`again\` | kubewright | \`kubewright\` |
| \`Clock\` | @kubewright/core | \`@kubewright/core/time\` |
| [\`toMs\`](core.md#toms) | @kubewright/core | \`@kubewright/core\`, \`kubewright\` |
`)
})

it('every entry of the reference has a text', () => {
  const folder = join(resolve(import.meta.dirname, '../..'), apiFolder)
  const without = readdirSync(folder).flatMap((file) => {
    const entries = readFileSync(join(folder, file), 'utf8').matchAll(/^### `(.*)`\n\n(?=```ts\n)/gm)
    return [...entries].map(([, name]) => `${file}: ${name}`)
  })
  expect(without).toEqual([])
})
