/** What a promise was rejected with, or a function threw, so that a test can look at all of it. */
import { isKubewrightError, type KubewrightError } from '@kubewright/core'

/** Fails the test if nothing went wrong, or if what did is not an error of a registry. */
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
