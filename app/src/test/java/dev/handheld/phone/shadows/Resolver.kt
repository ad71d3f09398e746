package dev.handheld.phone.shadows

import android.content.ContentResolver
import android.database.Cursor
import android.net.Uri
import android.os.Bundle
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.shadows.ShadowContentResolver

/** Asks providers in the form that Android has used since version 8; storage apps refuse the older one. */
@Implements(ContentResolver::class)
class Resolver : ShadowContentResolver() {
    @Implementation
    override fun query(
        uri: Uri, projection: Array<String>?, selection: String?, arguments: Array<String>?, order: String?,
    ): Cursor? {
        val query = Bundle()
        query.putString(ContentResolver.QUERY_ARG_SQL_SELECTION, selection)
        query.putStringArray(ContentResolver.QUERY_ARG_SQL_SELECTION_ARGS, arguments)
        query.putString(ContentResolver.QUERY_ARG_SQL_SORT_ORDER, order)
        return query(uri, projection, query, null)
    }
}
