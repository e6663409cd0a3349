// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  AggregationRule,
  ClusterRoleBindingInput,
  ClusterRoleInput,
  PolicyRule,
  RoleBindingInput,
  RoleInput,
  RoleRef,
  Subject,
} from '../../rbac/v1.ts'
import * as schemas from '../../structural/rbac/v1.ts'

export const aggregationRule = (): StructuralType<AggregationRule> => structural(schemas.AggregationRule)

export const clusterRole = (): StructuralType<ClusterRoleInput> => structural(schemas.ClusterRole)

export const clusterRoleBinding = (): StructuralType<ClusterRoleBindingInput> => structural(schemas.ClusterRoleBinding)

export const policyRule = (): StructuralType<PolicyRule> => structural(schemas.PolicyRule)

export const role = (): StructuralType<RoleInput> => structural(schemas.Role)

export const roleBinding = (): StructuralType<RoleBindingInput> => structural(schemas.RoleBinding)

export const roleRef = (): StructuralType<RoleRef> => structural(schemas.RoleRef)

export const subject = (): StructuralType<Subject> => structural(schemas.Subject)
