/**
 * The only error class of Kubewright, and the registry of errors that each package can raise.
 *
 * An error is recognised by its `code`, never by `instanceof`, so two copies of a package in one process agree.
 * Codes are public: they are listed in `docs/reference/errors.md` and are never reused for something else.
 */

/** The documentation of one code. It becomes a section of `docs/reference/errors.md`. */
export interface ErrorEntry {
  /** One sentence: the operation that failed. */
  readonly summary: string
  /** The usual cause. */
  readonly cause: string
  /** How to fix it. */
  readonly remedy: string
}

/** The stable identifier of an error, such as `KW_CORE_LABEL_SELECTOR`. */
export type ErrorCode = `KW_${string}`

/** The four parts of every error message. */
export interface Fault {
  /** The operation that failed, starting with a verb: `get websites.web.example.dev default/blog`. */
  readonly what: string
  /** Why it failed, as far as known. */
  readonly why: string
  /** What to do next, as a full sentence. */
  readonly next?: string
  /** The same facts for programs. Never holds a secret. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** An error of Kubewright, with a stable code and details for programs. Recognise one with `isKubewrightError`. */
export class KubewrightError extends Error {
  override readonly name: string = 'KubewrightError'
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, fault: Fault) {
    super(formatFault(fault), fault.cause === undefined ? undefined : { cause: fault.cause })
    this.code = code
    this.details = fault.details ?? {}
  }
}

/**
 * Declares the errors a package can raise and returns the only factory for them.
 *
 * @example
 * ```ts
 * const fail = defineErrors({
 *   KW_DEMO_EMPTY: { summary: 'The box is empty.', cause: 'It was not filled.', remedy: 'Fill it.' },
 * })
 * const error = fail('KW_DEMO_EMPTY', { what: 'open the box', why: 'it is empty', next: 'Fill it first.' })
 * error.message // => 'Cannot open the box: it is empty. Fill it first.'
 * ```
 */
export function defineErrors<const Registry extends Readonly<Record<ErrorCode, ErrorEntry>>>(
  registry: Registry,
): Errors<Registry> {
  const make = (code: keyof Registry & ErrorCode, fault: Fault) => new KubewrightError(code, fault)
  return Object.assign(make, { registry })
}

/** The error factory of a package, as returned by `defineErrors`, with the documentation of its codes. */
export interface Errors<Registry extends Readonly<Record<ErrorCode, ErrorEntry>>> {
  (code: keyof Registry & ErrorCode, fault: Fault): KubewrightError
  readonly registry: Registry
}

/** Whether `error` is a Kubewright error and, if a code is given, has that code. */
export function isKubewrightError(error: unknown, code?: ErrorCode): error is KubewrightError {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return code === undefined ? error.code.startsWith('KW_') : error.code === code
}

function formatFault({ what, why, next }: Fault): string {
  const sentence = `Cannot ${what}: ${why}`
  const closed = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
  return next === undefined ? closed : `${closed} ${next}`
}
