/** The key in the form's address that says what it is about: a treatment, or a path of them. */
const key = "about";

/** Leads to the form. It has to work in a new tab and without script, so the address itself says what it is about. */
export const bookLink = (about?: string) => (about ? `/contact?${key}=${about}` : "/contact");

export const readAbout = (query: string) => new RegExp(`\\b${key}=([\\w-]+)`).exec(query)?.[1];
