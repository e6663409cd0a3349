/** Who may call an endpoint: tokens and permissions, reviewed by the API server. */
export {
  AccessGuard,
  type AccessReviews,
  clusterReviews,
  type GuardOptions,
  type ReviewedUser,
} from './access/access-guard.ts'
