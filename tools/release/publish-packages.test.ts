import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Npm, publishArguments, publishPackages } from './publish-packages.ts'

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

describe('publishPackages', () => {
  const packages = ['kubewright', '@kubewright/core', '@kubewright/queue'].map((name) => ({
    name,
    version: '1.2.0',
    path: `${name}.tgz`,
  }))
  let printed: string[]
  beforeEach(() => {
    printed = []
    const keep = (line: string) => void printed.push(line)
    vi.spyOn(console, 'log').mockImplementation(keep)
    vi.spyOn(console, 'error').mockImplementation(keep)
  })
  afterEach(() => vi.restoreAllMocks())

  /** A registry that has one of the packages, and refuses another. */
  const registry =
    ({ has = '', refuses = '' } = {}): Npm =>
    async ([verb, subject = '']) => {
      if (verb === 'view' && subject === `${has}@1.2.0`) return { stdout: '1.2.0\n' }
      if (verb === 'view') throw Object.assign(new Error('npm failed'), { stderr: 'npm error code E404' })
      if (subject === `${refuses}.tgz`) throw new Error('npm failed')
      return { stdout: '' }
    }
  /** The lines that `changesets/action` reads from the output, with its expression. */
  const tags = () =>
    printed.map((line) => /New tag:\s+(@[^/]+\/[^@]+|[^/]+)@([^\s]+)/.exec(line)?.slice(1)).filter(Boolean)

  it('prints a tag for each package that it published', async () => {
    expect(await publishPackages(packages, options, registry({ has: '@kubewright/core' }))).toBe(true)
    expect(tags()).toEqual([
      ['kubewright', '1.2.0'],
      ['@kubewright/queue', '1.2.0'],
    ])
  })

  it('prints no tag for a package that was refused, and publishes none after it', async () => {
    expect(await publishPackages(packages, options, registry({ refuses: '@kubewright/core' }))).toBe(false)
    expect(tags()).toEqual([['kubewright', '1.2.0']])
  })

  it('prints no tag in a dry run', async () => {
    expect(await publishPackages(packages, { ...options, isDryRun: true }, registry())).toBe(true)
    expect(tags()).toEqual([])
  })
})
