import { expect, it } from 'vitest'
import { allPermissions, intersectPermissions, noPermissions, parseAccess, permissionsOf } from './permissions.ts'

it.each([
  ['CUD', 'CUD'],
  ['cu', 'CU'],
  ['DC', 'CD'],
  [' D ', 'D'],
  ['none', ''],
  ['read', ''],
  ['disabled', ''],
  ['create', ''],
  ['C,U', ''],
  ['CC', ''],
  ['', ''],
])('the access annotation %j allows %j', (annotation, allowed) => {
  const { create, update, delete: remove } = parseAccess(annotation)
  expect([create && 'C', update && 'U', remove && 'D'].filter((one) => one !== false).join('')).toBe(allowed)
})

it('no annotation and no management policies allow everything; named policies allow what they name', () => {
  expect(parseAccess(undefined)).toEqual(allPermissions)
  expect(permissionsOf(undefined)).toEqual(allPermissions)
  expect(permissionsOf(['*'])).toEqual(allPermissions)
  expect(permissionsOf(['Observe'])).toEqual(noPermissions)
  expect(permissionsOf(['Observe', 'LateInitialize'])).toEqual({ ...noPermissions, lateInitialize: true })
})

it('an operation must be allowed by both annotation and management policies', () => {
  expect(intersectPermissions(parseAccess('CU'), permissionsOf(['Observe', 'Update', 'Delete']))).toEqual({
    ...noPermissions,
    update: true,
  })
})
