import { describe, expect, it } from 'vitest'
import { xxh64 } from './xxh64.ts'

describe('xxh64', () => {
  it.each([
    ['', 'ef46db3751d8e999'],
    ['shard-0', '4836d19861586fb3'],
    ['shard-00', 'ff27441858369e8e'],
    ['apps/Deployment/bar/foo', '82cb424099458184'],
    ['operator/Foo/bar/foo', '8c8ad4d86194f2e9'],
    ['/Secret/default/foo', 'a9653f84ae538aa1'],
    ['webhosting.timebertt.dev/Website/project-foo/homepage', '292ee0a485f0b9a2'],
  ])('hashes %j like the reference implementation', (text, hash) => {
    expect(xxh64(text).toString(16)).toBe(hash)
  })
})
