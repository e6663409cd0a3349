import { describe, expect, it } from 'vitest'
import { isOwnCode } from './own-code.ts'

const packages = '/home/us/kubewright/packages/'

describe('a place in code', () => {
  it.each([
    ['in a clone', 'at run (/home/us/kubewright/packages/queue/src/queue.ts:3:1)', true],
    ['in a clone, as a module', 'at file:///home/us/kubewright/packages/core/dist/clock.js:3:1', true],
    ['that is installed', 'at run (/srv/shop/node_modules/@kubewright/cache/dist/source.js:3:1)', true],
    [
      'that pnpm installed',
      '/srv/shop/node_modules/.pnpm/kubewright@1/node_modules/kubewright/dist/index.js:3:1',
      true,
    ],
    ['of an operator in a clone', 'at run (/home/us/kubewright/operators/webhosting/src/sites.ts:3:1)', false],
    ['of packages of somebody else', 'at run (/srv/shop/packages/core/src/reconcile.ts:3:1)', false],
    ['of another library', 'at run (/srv/shop/node_modules/pg/lib/client.js:3:1)', false],
  ])('%s', (_, place, isOwn) => {
    expect(isOwnCode(place, packages)).toBe(isOwn)
  })

  it('of this very package is our own', () => {
    expect(isOwnCode(import.meta.url)).toBe(true)
  })
})
