import { createContext, useContext } from 'react';

/** A section of the panel, by its name; the panel knows which there are. */
type OpenPanel = (section: string) => void;

/** Opens the panel at a section from anywhere in a page, as its button does. */
export const OpenPanelContext = createContext<OpenPanel>(() => undefined);

export const useOpenPanel = (): OpenPanel => useContext(OpenPanelContext);

/** At which section the panel was asked to open; empty for its own choice. */
export const PanelStartContext = createContext('');
