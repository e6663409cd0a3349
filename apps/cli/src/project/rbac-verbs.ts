/** The verbs of a role: those of the API, and those that RBAC knows besides. Other servers may have more. */
export const rbacVerbs: readonly string[] =
  'get list watch create update patch delete deletecollection bind escalate impersonate use approve sign attest'.split(
    ' ',
  )
