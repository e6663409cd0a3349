/** Under which the manager is injected: `@Inject(KUBEWRIGHT_MANAGER)`. */
export const KUBEWRIGHT_MANAGER: unique symbol = Symbol('kubewright manager')
