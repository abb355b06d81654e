score none.ofc
