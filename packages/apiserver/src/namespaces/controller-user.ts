/** Whom a namespace is emptied by. */
import { authenticated, serviceAccountGroups, serviceAccountUser, type User } from '../auth/user.ts'

const account = { namespace: 'kube-system', name: 'namespace-controller' }

export const namespaceController: User = {
  name: serviceAccountUser(account),
  groups: [...serviceAccountGroups(account.namespace), authenticated],
}

/** As whom its writes are recorded. */
export const namespaceManager = 'kube-controller-manager'
