import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { endTree, endTreeCommand, hasProcessGroups, ownGroup } from './process-tree.ts'

describe('endTreeCommand', () => {
  it('is taskkill on Windows, which has no process groups', () => {
    expect(endTreeCommand(4711, 'win32')).toEqual(['taskkill', '/pid', '4711', '/t', '/f'])
    expect(hasProcessGroups('win32')).toBe(false)
  })

  it.each(['linux', 'darwin'] as const)('is not needed on %s, where a signal reaches the process group', (platform) => {
    expect(endTreeCommand(4711, platform)).toBeUndefined()
    expect(hasProcessGroups(platform)).toBe(true)
  })
})

describe('endTree', () => {
  const stay = 'setInterval(() => {}, 1000)'
  const parent = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stay)}], { stdio: 'inherit' })
    console.log('started'); ${stay}`

  it('ends a program and what it started', async () => {
    const child = spawn(process.execPath, ['-e', parent], { detached: ownGroup, stdio: ['ignore', 'pipe', 'ignore'] })
    await once(child.stdout, 'data')
    child.stdout.resume()
    // The pipe belongs to both, so it closes when neither is left.
    const closed = once(child.stdout, 'close')
    endTree(child.pid!)
    await closed
    expect(child.stdout.destroyed).toBe(true)
  })

  it('accepts a program that has ended', async () => {
    const child = spawn(process.execPath, ['-e', ''], { detached: ownGroup, stdio: 'ignore' })
    await once(child, 'exit')
    expect(() => endTree(child.pid!)).not.toThrow()
  })
})
