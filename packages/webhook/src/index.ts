/** Admission and conversion webhooks as functions, and the HTTPS server with certificates that rotate. In the making: nothing here is promised yet. */
export {}
