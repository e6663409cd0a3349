/**
 * Authenticates and authorizes readers of a page against the cluster: a TokenReview of the bearer token, then a SubjectAccessReview
 * for the path. The same reviews, with similar cache lifetimes, as controller-runtime's metrics filter.
 * See decision 0280.
 */
import { createHash } from 'node:crypto'
import { type Client, isForbidden } from '@kubewright/client'
import { type Clock, type Logger, toMs } from '@kubewright/core'
import { escapeControls } from '@kubewright/core/input'
import { TokenReview } from '@kubewright/kubernetes/authentication/v1'
import { SubjectAccessReview } from '@kubewright/kubernetes/authorization/v1'
import { type Page, type PageRequest, type Route, text } from '../http/http-server.ts'
import { AnswerCache } from './answer-cache.ts'

/** The user of a token, as returned by a TokenReview. */
export interface ReviewedUser {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Reviews sent to the cluster. Failure: both reject if the cluster does not answer. */
export interface AccessReviews {
  /** `undefined` if the token is not valid. */
  authenticate(token: string): Promise<ReviewedUser | undefined>
  authorize(user: ReviewedUser, path: string, verb: string): Promise<boolean>
}

const lifetimes = {
  user: toMs('1m'),
  allowed: toMs('5m'),
  denied: toMs('30s'),
} as const
/** Bounds the cache: anyone can send made-up tokens. */
const mostAnswers = 1_000
const timeout = '10s'

/** Access reviews by the API server: a TokenReview for authentication, a SubjectAccessReview for authorization. */
export function clusterReviews(client: Client): AccessReviews {
  return {
    async authenticate(token) {
      const { status } = await client.create(TokenReview, { metadata: {}, spec: { token } } as never, { timeout })
      return status?.authenticated === true ? ((status.user ?? {}) as ReviewedUser) : undefined
    },
    async authorize({ username, uid, groups, extra }, path, verb) {
      const user = { user: username, uid, groups, extra }
      const known = Object.fromEntries(Object.entries(user).filter(([, value]) => value !== undefined))
      const spec = { ...known, nonResourceAttributes: { path, verb } }
      const { status } = await client.create(SubjectAccessReview, { metadata: {}, spec } as never, { timeout })
      return status?.allowed === true && status.denied !== true
    },
  }
}

/** Options of `AccessGuard`. */
export interface GuardOptions {
  readonly reviews: AccessReviews
  readonly clock: Clock
  readonly log: Logger
}

/** Protects HTTP pages with bearer tokens that the cluster authenticates and authorizes. Review results are cached. */
export class AccessGuard {
  readonly #options: GuardOptions
  readonly #users: AnswerCache<ReviewedUser | undefined>
  readonly #verdicts: AnswerCache<boolean>

  constructor(options: GuardOptions) {
    const { clock } = options
    this.#options = options
    this.#users = new AnswerCache({ clock, most: mostAnswers, lifetimeOf: () => lifetimes.user })
    this.#verdicts = new AnswerCache({
      clock,
      most: mostAnswers,
      lifetimeOf: (isAllowed) => (isAllowed ? lifetimes.allowed : lifetimes.denied),
    })
  }

  /**
   * Serves the page at this path to authorized users: 401 if authentication fails, 403 if the user is not authorized, 500 while the
   * cluster does not answer.
   */
  guard(path: string, route: Route): Route {
    return async (request) => {
      if (request.path !== path) return undefined
      return (await this.refusal(request)) ?? route(request)
    }
  }

  /** Why a request for this path is refused; `undefined` if it is allowed. */
  async refusal({
    authorization,
    path,
    method,
  }: Pick<PageRequest, 'authorization' | 'path' | 'method'>): Promise<Page | undefined> {
    const { reviews, log } = this.#options
    const token = tokenIn(authorization)
    if (token === undefined) return unauthorized
    try {
      const user = await this.#users.get(digestOf(token), () => reviews.authenticate(token))
      if (user === undefined) return unauthorized
      const verb = method.toLowerCase()
      const question = digestOf(JSON.stringify([user, path, verb]))
      const isAllowed = await this.#verdicts.get(question, () => reviews.authorize(user, path, verb))
      if (isAllowed) return undefined
      log.debug('request denied', { user: user.username, path })
      return text(403, `Authorization denied for user ${escapeControls(user.username ?? '')}\n`)
    } catch (error) {
      log.error('authorization of a request failed', { error, path, next: nextFor(error) })
      return text(
        500,
        'Authorization failed: the API server did not review the request. The log of this process has the error.\n',
      )
    }
  }
}

const unauthorized: Page = { ...text(401, 'Unauthorized\n'), headers: { 'www-authenticate': 'Bearer' } }

function tokenIn(authorization: string | undefined): string | undefined {
  return /^bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
}

/** Digests as cache keys, so that no token stays in memory longer than its request. */
function digestOf(words: string): string {
  return createHash('sha256').update(words).digest('hex')
}

function nextFor(error: unknown): string {
  return isForbidden(error)
    ? 'Let the account of this program create tokenreviews and subjectaccessreviews: kubewright generate rbac'
    : 'The next request tries again.'
}
