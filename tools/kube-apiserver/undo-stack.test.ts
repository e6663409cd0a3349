import { describe, expect, it } from 'vitest'
import { UndoStack } from './undo-stack.ts'

describe('UndoStack', () => {
  it('undoes in reverse order, all of it, and throws the first failure', async () => {
    const undone: string[] = []
    const undo = new UndoStack()
    undo.defer(async () => void undone.push('directory'))
    undo.defer(() => Promise.reject(new Error('stuck')))
    undo.use({ [Symbol.asyncDispose]: async () => void undone.push('program') })

    await expect(undo[Symbol.asyncDispose]()).rejects.toThrow('stuck')
    expect(undone).toEqual(['program', 'directory'])
  })

  it('undoes nothing the second time', async () => {
    let times = 0
    const undo = new UndoStack()
    undo.defer(async () => void times++)
    await undo[Symbol.asyncDispose]()
    await undo[Symbol.asyncDispose]()
    expect(times).toBe(1)
  })
})
