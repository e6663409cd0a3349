import { createLogger } from '@kubewright/manager'
import { expect, it } from 'vitest'
import { isManagerInfo } from './manager-info.ts'

it.each([false, true])('dev shows what a reconcile logs at info, not what the manager does (colors: %s)', (colors) => {
  const lines: string[] = []
  const log = createLogger({ format: 'pretty', level: 'info', colors, write: (line) => lines.push(line.trimEnd()) })
  const reconcile = log.with({ controller: 'sites', object: 'default/blog', reconcileId: 'a-1' })
  reconcile.info('written', { pages: 3 })
  reconcile.warn('slow')
  log.warn('permissions are missing')
  log.info('caches synced', { kinds: 3 })
  const shown = lines.filter((line) => !isManagerInfo(line))
  expect(shown).toEqual(lines.slice(0, 3))
  expect(isManagerInfo('hello from console.log')).toBe(false)
})
