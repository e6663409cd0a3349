/** The error of a rejected promise or a throwing function, for assertions in tests. */
import { isKubewrightError, type KubewrightError } from '@kubewright/core'

/** Fails the test if nothing failed, or if the error is not one of a registry. */
export async function failureOf(work: Promise<unknown> | (() => unknown)): Promise<KubewrightError> {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    if (isKubewrightError(error)) return error
    throw new Error('the failure is not an error of a registry', { cause: error })
  }
  throw new Error('nothing failed')
}

/** Code and message on one line, for tables and snapshots. */
export async function failureText(work: Promise<unknown> | (() => unknown)): Promise<string> {
  const { code, message } = await failureOf(work)
  return `${code} ${message}`
}
