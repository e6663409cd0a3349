import { createLogger } from '@kubewright/manager'
import { expect, it } from 'vitest'
import { isManagerInfo } from './manager-info.ts'

it.each([
  { format: 'pretty', colors: false },
  { format: 'pretty', colors: true },
  { format: 'json', colors: false },
] as const)('dev shows what a reconcile logs at info, not what the manager does: %j', ({ format, colors }) => {
  const lines: string[] = []
  const log = createLogger({ format, level: 'info', colors, write: (line) => lines.push(line.trimEnd()) })
  const reconcile = log.with({ controller: 'sites', object: 'default/blog', reconcileId: 'a-1' })
  reconcile.info('written', { pages: 3 })
  reconcile.warn('slow')
  log.warn('permissions are missing')
  log.info('caches synced', { kinds: 3 })
  const shown = lines.filter((line) => !isManagerInfo(line))
  expect(shown).toEqual(lines.slice(0, 3))
  expect(isManagerInfo('hello from console.log')).toBe(false)
})
