/** Identity reviews: of the caller, and of a token. */
import { badRequest } from '../../status/failures.ts'
import { timestamp } from '../../object/timestamp.ts'
import type { TokenVerdict, TokenVerifier } from '../authentication.ts'
import { type Handle, reviewHandler } from './review.ts'
import { userInfoOf } from './user-info.ts'

export function selfSubjectReview(): Handle {
  return reviewHandler({
    answer: ({ server, user }, { kind, apiVersion }) => ({
      kind,
      apiVersion,
      metadata: { creationTimestamp: timestamp(server.clock.now()) },
      status: { userInfo: userInfoOf(user) },
    }),
  })
}

/** @param ownAudiences the default if the review names none */
export function tokenReview(tokens: TokenVerifier, ownAudiences: readonly string[]): Handle {
  return reviewHandler({
    answer(_, { kind, apiVersion, metadata, spec }) {
      const { token = '', audiences } = (spec ?? {}) as { token?: string; audiences?: readonly string[] | null }
      if (token === '') throw badRequest('token is required for TokenReview in authentication')
      const asked = audiences && audiences.length > 0 ? audiences : ownAudiences
      return { kind, apiVersion, metadata, spec, status: statusOf(tokens.verify(token, asked)) }
    },
  })
}

function statusOf({ user, audiences, error = '' }: TokenVerdict): object {
  if (user === undefined) return { user: {}, ...(error === '' ? {} : { error }) }
  return { authenticated: true, user: userInfoOf(user), ...(audiences.length === 0 ? {} : { audiences }) }
}
