import { describe, expect, it } from 'vitest'
import { publishArguments } from './publish-packages.ts'

const options = { tag: 'latest', isDryRun: false, hasProvenance: false }

describe('publishArguments', () => {
  it('publishes a tarball publicly, without running scripts', () => {
    expect(publishArguments({ path: 'core.tgz' }, options)).toEqual([
      'publish',
      'core.tgz',
      '--access=public',
      '--tag=latest',
      '--ignore-scripts',
      '--loglevel=error',
    ])
  })

  it('adds registry, dry run and provenance if requested', () => {
    const all = { tag: 'next', registry: 'http://127.0.0.1:4873/', isDryRun: true, hasProvenance: true }
    expect(publishArguments({ path: 'core.tgz' }, all).slice(3)).toEqual([
      '--tag=next',
      '--ignore-scripts',
      '--loglevel=error',
      '--registry=http://127.0.0.1:4873/',
      '--dry-run',
      '--provenance',
    ])
  })
})
