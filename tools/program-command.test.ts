import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programCommand, type Surroundings, surroundingsOf } from './program-command.ts'

const root = resolve(import.meta.dirname, '..')
const execPath = join('nodejs', 'node.exe')
const npmBeside = join('nodejs', 'node_modules', 'npm', 'bin', 'npm-cli.js')
const windows: Surroundings = {
  platform: 'win32',
  execPath,
  npm: undefined,
  entryOf: (program) => (program === 'vitest' ? 'vitest.mjs' : undefined),
}
const linux: Surroundings = { ...windows, platform: 'linux' }

describe('programCommand', () => {
  it('runs the JavaScript file of an installed package with the Node of this process', () => {
    expect(programCommand(['vitest', 'run'], windows)).toEqual([execPath, 'vitest.mjs', 'run'])
    expect(programCommand(['vitest', 'run'], linux)).toEqual([execPath, 'vitest.mjs', 'run'])
  })

  it('runs node as the Node of this process', () => {
    expect(programCommand(['node', '--version'], windows)).toEqual([execPath, '--version'])
  })

  it('runs npm by its JavaScript file on Windows: the one that started this process, or else the one beside Node', () => {
    expect(programCommand(['npm', 'ci'], { ...windows, npm: 'npm-cli.js' })).toEqual([execPath, 'npm-cli.js', 'ci'])
    expect(programCommand(['npm', 'ci'], windows)).toEqual([execPath, npmBeside, 'ci'])
    expect(programCommand(['npm', 'ci'], { ...linux, npm: 'npm-cli.js' })).toEqual(['npm', 'ci'])
  })

  it('leaves any other program as it is', () => {
    expect(programCommand(['git', 'status'], windows)).toEqual(['git', 'status'])
  })
})

describe('surroundingsOf', () => {
  it.each(['biome', 'oxlint', 'vitest', 'tsx'])('knows the file of %s, which the checks run', (program) => {
    const entry = surroundingsOf(root).entryOf(program)
    expect(entry !== undefined && existsSync(entry)).toBe(true)
  })

  it('knows no file of a program that is not installed', () => {
    expect(surroundingsOf(root).entryOf('no-such-program')).toBeUndefined()
  })
})
