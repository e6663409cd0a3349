import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createScratchDirectory } from '../kube-apiserver/scratch-directory.ts'
import { buildGoProgram } from './build-go-program.ts'
import { buildArguments, cacheNameOf, goProgramNames } from './go-program.ts'

describe('Go program of the real-parts tests', () => {
  it.each(goProgramNames)('%s is cached by the version in its go.mod', async (name) => {
    const mod = await readFile(join(import.meta.dirname, name, 'go.mod'), 'utf8')
    expect(cacheNameOf(name, { mod, others: [] })).toMatch(new RegExp(`^${name}-v\\d+\\.\\d+\\.\\d+\\S*-[0-9a-f]{8}$`))
  })

  it('has another cache directory when a build input changes', () => {
    const mod = 'require github.com/minio/minio v1.0.0\n'
    expect(cacheNameOf('minio', { mod, others: ['a'] })).not.toBe(cacheNameOf('minio', { mod, others: ['b'] }))
  })

  it('is built with the required plugins only', () => {
    const parameters = buildArguments('telegraf', 'out')
    expect(parameters[parameters.indexOf('-tags') + 1]).toContain('custom,inputs.http')
    expect(buildArguments('minio', 'out')).not.toContain('-tags')
  })

  it('is built once for concurrent callers', async () => {
    await using scratch = await createScratchDirectory()
    const go = await scratch.script(
      'go',
      `echo x >> "${scratch.path}/diary"; while [ "$1" != -o ]; do shift; done; echo b > "$2"`,
    )
    const options = {
      name: 'minio',
      target: join(scratch.path, 'cache', 'minio'),
      report: () => undefined,
      go,
    } as const
    await Promise.all([buildGoProgram(options), buildGoProgram(options)])
    expect(await readFile(join(scratch.path, 'diary'), 'utf8')).toBe('x\n')
    expect(await readFile(join(options.target, 'minio'), 'utf8')).toBe('b\n')
  })

  it('fails with a remedy if Go is missing', async () => {
    await using scratch = await createScratchDirectory()
    const options = { name: 'minio', target: join(scratch.path, 'minio'), report: () => undefined } as const
    await expect(buildGoProgram({ ...options, go: join(scratch.path, 'absent') })).rejects.toThrow(
      'Cannot build minio: there is no go command. Install Go 1.26 or newer.',
    )
  })
})
