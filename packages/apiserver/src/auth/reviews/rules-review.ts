/** The rules of the caller in a namespace. */
import { badRequest } from '../../status/failures.ts'
import { rulesOfUser } from '../rbac/rbac-authorizer.ts'
import type { RbacIndex } from '../rbac/rbac-index.ts'
import { joinFailures } from '../rbac/rule-text.ts'
import { type Handle, reviewHandler } from './review.ts'

export function selfSubjectRulesReview(index: RbacIndex): Handle {
  return reviewHandler({
    answer({ user }, question) {
      const { namespace = '' } = (question['spec'] ?? {}) as { namespace?: string }
      if (namespace === '') throw badRequest('no namespace on request')
      const { rules, problems } = rulesOfUser(index, user, namespace)
      const status = {
        resourceRules: rules
          .filter(({ resources = [] }) => resources.length > 0)
          .map(({ verbs, apiGroups, resources, resourceNames = [] }) => ({
            verbs,
            apiGroups,
            resources,
            ...(resourceNames.length > 0 ? { resourceNames } : {}),
          })),
        nonResourceRules: rules
          .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
          .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
        incomplete: false,
        ...(problems.length === 0 ? {} : { evaluationError: joinFailures(problems) }),
      }
      // The response is a new object, without the spec of the request.
      return { kind: question.kind, apiVersion: question.apiVersion, metadata: {}, spec: {}, status }
    },
  })
}
