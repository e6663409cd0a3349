import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Repository } from './repository.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restic-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A fake restic that records its arguments and answers each command as the test says. */
async function repositoryWith(answers: Readonly<Record<string, string>>): Promise<Repository> {
  const cases = Object.entries(answers).map(([words, script]) => `  *" ${words} "*) ${script};;`)
  const text = ['#!/bin/sh', `echo "$*" >> ${folder}/asked`, 'case " $* " in', ...cases, 'esac', ''].join('\n')
  const program = join(folder, 'restic')
  await writeFile(program, text)
  await chmod(program, 0o755)
  return new Repository(async () => ({ program, environment: { PATH: process.env['PATH'] ?? '' } }))
}

const asked = async () => (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n')
const fails = (text: string) => `echo "${text}" >&2; exit 1`
const locked = fails('unable to create lock in backend: repository is already locked exclusively by PID 12')

describe('a restic repository', () => {
  it('counts as reachable while it is locked: its configuration is read without a lock', async () => {
    const repository = await repositoryWith({ '--no-lock': 'exit 0', check: locked })
    expect(await repository.isReachable()).toBe(true)
    await repository.ensure()
    expect(await asked()).toEqual([
      '--no-cache cat config --no-lock',
      '--no-cache cat config --no-lock',
      '--no-cache unlock',
    ])
  })

  it('is initialised if it does not exist', async () => {
    const repository = await repositoryWith({ 'cat config': fails('Is there a repository at the following location?') })
    await repository.ensure()
    expect(await asked()).toContain('--no-cache init --repository-version 2')
  })

  it('is reported damaged if restic check fails while the store is reachable', async () => {
    const repository = await repositoryWith({ check: fails('error: pack 12ab is damaged') })
    expect(await repository.findDamage('data')).toBe('restic check ended with 1: error: pack 12ab is damaged')
    expect((await asked())[0]).toBe('--no-cache check --read-data')
  })

  it('is reported damaged as soon as a pack is missing: restic check is interrupted', async () => {
    const pack = `pack ${'0c'.repeat(32)}: does not exist`
    const tries = `trap 'echo interrupted >> ${folder}/asked; exit 130' INT; echo "${pack}" >&2; while :; do sleep 0.05; done`
    const repository = await repositoryWith({ check: tries })
    expect(await repository.findDamage('data')).toBe(`restic check found that ${pack}`)
    expect(await asked()).toEqual(['--no-cache check --read-data', 'interrupted', '--no-cache cat config --no-lock'])
  })

  it('is not reported damaged because of unreferenced packs', async () => {
    const orphan = `echo "pack ${'0c'.repeat(32)}: not referenced in any index" >&2`
    const repository = await repositoryWith({ check: orphan })
    expect(await repository.findDamage('structure')).toBeUndefined()
  })

  it.each([
    ['is locked', { check: locked }, 'the repository is in use'],
    [
      'became unreachable',
      { check: fails('error: dial tcp: connection refused') },
      'the connection to the repository was lost',
    ],
    ['cannot be opened', { check: fails('error: x'), cat: fails('wrong password') }, 'cannot be reached'],
  ])('is not reported damaged if it %s', async (_, answers, message) => {
    const repository = await repositoryWith(answers as never)
    await expect(repository.findDamage('structure')).rejects.toThrow(message)
  })
})
