import { describe, expect, it } from 'vitest'
import { isOwnCode } from './own-code.ts'

const packages = '/home/us/kubewright/packages/'

describe("whether a stack frame is Kubewright's own code", () => {
  it.each([
    ['in a clone: yes', 'at run (/home/us/kubewright/packages/queue/src/queue.ts:3:1)', true],
    ['in a clone, as a module: yes', 'at file:///home/us/kubewright/packages/core/dist/clock.js:3:1', true],
    ['of an installed package: yes', 'at run (/srv/shop/node_modules/@kubewright/cache/dist/source.js:3:1)', true],
    [
      'of a package installed by pnpm: yes',
      '/srv/shop/node_modules/.pnpm/kubewright@1/node_modules/kubewright/dist/index.js:3:1',
      true,
    ],
    ['of an operator in a clone: no', 'at run (/home/us/kubewright/operators/webhosting/src/sites.ts:3:1)', false],
    ['of packages in another repository: no', 'at run (/srv/shop/packages/core/src/reconcile.ts:3:1)', false],
    ['of another library: no', 'at run (/srv/shop/node_modules/pg/lib/client.js:3:1)', false],
  ])('%s', (_, place, isOwn) => {
    expect(isOwnCode(place, packages)).toBe(isOwn)
  })

  it('of this package: yes', () => {
    expect(isOwnCode(import.meta.url)).toBe(true)
  })
})
