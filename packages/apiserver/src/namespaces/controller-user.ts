/** The user that the namespace controller acts as. */
import { authenticated, serviceAccountGroups, serviceAccountUser, type User } from '../identity/user.ts'

const account = { namespace: 'kube-system', name: 'namespace-controller' }

export const namespaceController: User = {
  name: serviceAccountUser(account),
  groups: [...serviceAccountGroups(account.namespace), authenticated],
}

/** The field manager of its writes. */
export const namespaceManager = 'kube-controller-manager'
