import type { Page } from 'playwright'

/** A section of the main menu. */
export const sectionLink = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: section, exact: true })

/** A screen of the section that is shown. */
export const screenLink = (page: Page, section: string, screen: string) =>
  page
    .getByRole('navigation', { name: section, exact: true })
    .getByRole('link', { name: screen, exact: true })
