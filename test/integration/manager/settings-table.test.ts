import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { managerSettings } from '@kubewright/manager/settings'
import { expect, it } from 'vitest'

it('docs/guides/metrics-and-tracing.md lists every manager setting as in the code', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/metrics-and-tracing.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| `(--[a-z-]+)` \| `(KUBEWRIGHT_\w+)` \| (.+) \|$/gm)]
  const settings = Object.values(managerSettings)
  expect(rows.map(([, flag, variable, takes]) => [flag, variable, takes])).toEqual(
    settings.map(({ flag, variable, takes }) => [`--${flag}`, variable, takes]),
  )
})
