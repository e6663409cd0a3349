import { defineErrors } from '@kubewright/core/errors'
import { recordedLog } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { markLogged } from './logged-errors.ts'
import { runProgram } from './run-program.ts'

const errors = defineErrors({ KW_DEMO_EMPTY: { summary: '', cause: '', remedy: '' } })

async function run(program: (signal: AbortSignal) => Promise<void>) {
  const said: unknown[] = []
  const codes: number[] = []
  const { log } = recordedLog(({ level, message, fields }) => said.push([level, message, fields]))
  await runProgram(program, { log, exit: (code) => codes.push(code) })
  return { said, codes }
}

describe('runProgram', () => {
  it('logs nothing if the program ends normally', async () => {
    expect(await run(async () => undefined)).toEqual({ said: [], codes: [] })
  })

  it('logs a Kubewright error once, with its code and without a stack', async () => {
    const failed = await run(async () => {
      throw errors('KW_DEMO_EMPTY', { what: 'open the box', why: 'it is empty' })
    })
    const fields = { code: 'KW_DEMO_EMPTY', more: 'kubewright explain KW_DEMO_EMPTY' }
    expect(failed).toEqual({ said: [['error', 'Cannot open the box: it is empty.', fields]], codes: [1] })
  })

  it('logs any other error with its stack', async () => {
    const error = new Error('no ink')
    expect(await run(() => Promise.reject(error))).toEqual({
      said: [['error', 'program failed', { error }]],
      codes: [1],
    })
  })

  it('does not log an error again that the manager has logged', async () => {
    const error = new Error('no ink')
    markLogged(error)
    expect(await run(() => Promise.reject(error))).toEqual({ said: [], codes: [1] })
  })
})
