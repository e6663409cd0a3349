/** From events to reconciles: triggers, workers, outcomes, finalizers, status, owned objects. In the making: nothing here is promised yet. */
export {}
